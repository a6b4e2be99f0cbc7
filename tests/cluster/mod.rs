//! Campaigns on many machines.

mod files;
mod pins;
mod slurm;
