"""About “Actual Knowledge Gain as Privacy Loss in Local Privacy Accounting”."""

from __future__ import annotations

from pages.inside.papers.article import Article, Claim, Section

ARTICLE = Article(
    "accounting",
    "One person answers question after question, each answer noisy. Usually every question is "
    "charged in full, whatever was answered. The paper charges what the answers have really told, "
    "and so lets the same budget answer many more questions without a weaker promise.",
    (
        Section(
            "A budget that is spent too fast",
            (
                "A phone answers questions about its owner. Nobody is trusted, so each answer is "
                "randomised before it leaves the device: the truth has some influence on the "
                "odds, never more than a factor of e^ε. Answers add up. After ten questions with "
                "the same ε the odds between any two records may have changed by a factor of "
                "e^10ε. Basic composition charges exactly this: the sum of all levels asked so "
                "far. When it reaches the budget, the phone stops answering.",
                "The sum is right as a warning before anything is answered. Afterwards it is "
                "often far too high. Toss a coin that is slightly bent by a secret bit, and get "
                "as many heads as tails: somebody who saw all tosses knows what they knew before. "
                "Each toss might have told something. Together they told nothing. Basic "
                "composition has charged for every one of them.",
            ),
        ),
        Section(
            "Realised privacy loss",
            (
                "The paper asks how much the answers that were actually given can have changed "
                "anybody's beliefs. For every possible record, compute how likely these answers "
                "are. The **realised loss** is the logarithm of the largest of these likelihoods "
                "over the smallest. Whatever somebody believed before, the odds on any statement "
                "about the record have changed by no more than that factor; and for some beliefs "
                "and some statement they have changed by that much, so no smaller number would "
                "do. It also bounds every gain from guessing, in the sense of g-leakage (Theorem "
                "3.3).",
                "This number depends on the answers, and may go **down**: a later answer can take "
                "back what an earlier one suggested. It is never more than basic composition. And "
                "it does not depend on how the questions were chosen. Somebody may ask each "
                "question in view of all earlier answers, as cleverly as they like.",
            ),
        ),
        Section(
            "Odometer and filter",
            (
                "An **odometer** shows the realised loss after each answer. A **filter** keeps it "
                "below a budget. It must decide before the answer is known, so it looks ahead: "
                "the next question is accepted if, after each of its possible answers, the loss "
                "would still be within the budget. This Bayesian filter keeps a simple promise: "
                "the whole conversation is private at the level of the budget. Nobody is worse "
                "off than under basic composition, which would have stopped earlier.",
                "The refusal itself says something, but nothing new: it follows from questions "
                "and answers that the other side has seen already. That is why the look ahead "
                "covers all possible answers, not the one that the record would give.",
            ),
        ),
        Section(
            "Reading the figure",
            (
                "Across goes the number of questions, upwards the privacy loss. The straight line "
                "is [[basic composition|Basic composition]]; it meets the budget early, where "
                "[[it halts|basic composition halts]]. The other lines are simulated people who "
                "go on answering; [[their median]] rises more slowly, since answers to different "
                "questions partly cancel. Each stream ends where the filter refuses, and [[the "
                "middle of these ends|median of the Bayesian filter]] is marked. Drag the budget: "
                "the larger it is compared with a single question's ε, the more there is to gain. "
                "With a budget of one or two questions there is nothing.",
                "How far a budget reaches is a matter of chance. Two people with the same record "
                "and the same questions may be asked very different numbers of questions, because "
                "their answers were different. So the figure shows many streams, and what stands "
                "in the headline is a median, not a promise. The promise is the budget.",
            ),
        ),
        Section(
            "Computing it",
            (
                "For a number from a short list the loss is found by trying all records. For "
                "records with several continuous coordinates it is an optimisation: the most and "
                "the least likely record, given the answers. With linear questions the logarithm "
                "of the likelihood is concave, so that one end is a convex problem and the other "
                "lies at a corner of the domain. Logistic questions are neither; the paper uses "
                "branch and bound, and cuts long conversations into groups whose bounds are added "
                "up, at some cost in tightness.",
                "What matters is that every number used to accept a question is an **upper** "
                "bound. A search that is stopped early is then still safe, only too careful. It "
                "does mean that a printed loss may be higher than the true one, and in the "
                "paper's health check-up it is: the sixteen losses in Appendix E are bounds of a "
                "search that was stopped, not the losses. With tighter envelopes they can be "
                "certified from both sides. Nothing that is promised to anybody depends on it.",
            ),
        ),
        Section(
            "What it does not say",
            (
                "The loss is about one person's answers and holds for a known domain of records. "
                "It says nothing about people whose answers depend on each other. And it is a "
                "matter for the person's own device: whoever shows the odometer to others tells "
                "them nothing beyond the answers, but whoever computes it from the true record, "
                "instead of from questions and answers alone, breaks the promise.",
                "There is an older way to stretch a budget: advanced composition, which bounds "
                "the sum of losses with high probability. It needs a chance δ of failing, and "
                "helps where many weak questions share a large budget. Realised loss needs no "
                "such chance. The two can be combined (Algorithm 4); “Budget” shows what that "
                "adds.",
            ),
        ),
    ),
    (
        Claim("In all streams of linear questions loss grows slower than the sum.", "Figure 1(a)"),
        Claim("The filter accepts more linear questions at every budget.", "Figure 1(b)"),
        Claim("In all streams of logistic questions loss grows slower too.", "Figure 1(c)"),
        Claim("The filter accepts more logistic questions at every budget.", "Figure 1(d)"),
        Claim("As many ones as zeros tell nothing about a bit.", "Example 1"),
        Claim("Three answers about a number, and the loss that they make.", "Example 2"),
        Claim("Four answers fit into a budget for two.", "Example 3"),
        Claim("The losses of all sixteen outcomes of a check-up.", "Appendix E, losses"),
        Claim("What the check-up would say of two people.", "Section 6.3, predictions"),
    ),
)
