//! The page.

mod browser;
mod chromium;
mod data;
mod server;
