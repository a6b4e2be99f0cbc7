//! Questions that ask more than yes or no.

mod optimum;
