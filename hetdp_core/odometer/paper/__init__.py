"""The paper's examples: its running example, Example 1, and the check-up of Appendix E."""
