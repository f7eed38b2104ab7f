"""A site without a server: the same figures, frames and words as plain files in a folder."""
