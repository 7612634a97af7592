//! What the BFF promises to those outside, over HTTP.

mod document;
