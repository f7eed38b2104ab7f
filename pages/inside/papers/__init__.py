"""The four papers as articles: what each claims, with its figure, and what became of the claims."""
