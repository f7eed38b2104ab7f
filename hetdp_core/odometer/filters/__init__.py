"""Privacy filters: accept queries as long as the whole transcript stays within a budget.

Local model, fully adaptive: the analyst chooses each query from all earlier outputs, and may
ask beforehand whether it would be accepted.  Every transcript of accepted queries then has
realised loss at most the budget, so the interaction is budget-LDP (Theorem 4.1).
"""
