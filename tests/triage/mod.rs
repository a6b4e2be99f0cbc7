//! Triage: which findings are one bug, which releases have it, and what is known already.

mod bisect;
mod bucket;
mod ignore;
mod scopes;
mod suspects;
