"""About “Mean Estimation Under Heterogeneous Privacy Demands”."""

from __future__ import annotations

from pages.inside.papers.article import Article, Claim, Section

ARTICLE = Article(
    "mean",
    "A mean is to be published, and each user says how much it may reveal about them. The paper "
    "finds weights and noise that make the error as small as it can be in the worst case, up to a "
    "constant, and on the way it finds that some privacy costs nothing at all.",
    (
        Section(
            "One mean, many wishes",
            (
                "Usual differential privacy has one ε for everybody. If a few users insist on a "
                "strict level, all must be treated as strictly as they are, or the few must be "
                "left out. Neither is good: the first throws accuracy away that most users would "
                "gladly give, the second throws away people, and exactly those who care most. So "
                "let every user i have a level εᵢ of their own, from almost nothing to ∞, which "
                "means that they ask for no privacy.",
                "There is a trusted curator, who sees the values, all from one known range, and "
                "publishes a single number. The promise is made to each user separately: if user "
                "i alone had another value, no result would become more likely by a factor of "
                "more than e^εᵢ. Which level somebody asks for is taken to be public and to say "
                "nothing about their value. That is an assumption, and where illness makes people "
                "ask for more privacy it does not hold.",
            ),
        ),
        Section(
            "Weights instead of exclusion",
            (
                "The published number is a weighted mean plus Laplace noise. A weight says how "
                "far one user can move the result, and so how much noise has to hide them: with "
                "noise of scale η the promise to user i is kept exactly when their weight is at "
                "most η times εᵢ. Strict users get small weights, relaxed users larger ones, and "
                "nobody has to be left out.",
                "Now two errors pull in opposite directions. Large weights for relaxed users "
                "allow less noise. But unequal weights lean on fewer people, and a mean of fewer "
                "people is farther from the truth by chance alone. In units of the range, the "
                "worst case over all data is a quarter of the sum of squared weights for the "
                "sampling, plus twice the squared noise scale. **ADPM**, the paper's mechanism, "
                "picks weights that make this sum least. No simulation is needed for that: one "
                "pass over the users, sorted from the strictest to the most relaxed, is enough.",
            ),
        ),
        Section(
            "Why some privacy is free",
            (
                "Look at the figure. The dotted line is what users have [[asked]] for, the solid "
                "one what they are [[given]]. On the left the two are the same. From the "
                "[[saturation level τ]] on they part: the solid line stays level, however much "
                "further the dotted one rises. In the lower part the "
                "[[weights|weight in the estimate]] do the same. They grow with ε up to the "
                "saturation level and are equal from there.",
                "The reason is the trade-off above. Using the most relaxed users even harder "
                "would save a little noise and cost more in sampling, so the best mechanism "
                "declines. What it does not use it need not expose: users beyond τ get the "
                "privacy of level τ, more than they asked for, and the result is not one bit "
                "worse in the worst case. Drag the slider, which moves the most relaxed level, "
                "and watch how little happens on the right once users have begun to saturate.",
                "Where τ lies depends on everybody. The fewer users there are, the higher it is. "
                "With two groups of users it has a simple form: the relaxed group saturates at ε₁ "
                "+ 8/(n f ε₁), where f is the share of strict users and ε₁ their level. For few "
                "users that may be very high, and nobody saturates; for many it comes down to "
                "just above the strict level.",
                "Users who ask for no privacy are no exception, which many do not expect. One "
                "could publish the mean of the public users alone, and would need no noise at "
                "all. Yet where they are few, their sampling error is larger than what is lost by "
                "letting everybody else in with a little noise. So ADPM gives them the weight of "
                "level τ as well.",
            ),
        ),
        Section(
            "How good is it?",
            (
                "That ADPM is the best among weighted means with Laplace noise is a calculation. "
                "Might some quite different private method do much better? The paper answers with "
                "a lower bound: for every method that keeps the same promises there are data on "
                "which it errs at least so much. The upper bound of ADPM is never more than a "
                "constant times that. The constant is what remains open. Our own lower bounds (by "
                "the information in an answer, and by Le Cam's method, with constants kept) are "
                "drawn under “Methods side by side” and “How good is it?”: the ratio is a limit on "
                "what is left to gain, not the gain itself. Part of the gain can be had: ADPM's "
                "answer shrunk to the middle of the range is as private and, in the worst case, "
                "nearer to the truth.",
                "Two simpler rules are worth comparing with. Weights in proportion to ε look "
                "natural, but know no limit, and fall behind as soon as somebody is very relaxed. "
                "Treating everybody like the strictest user is easy to explain, and usually costs "
                "the most.",
            ),
        ),
        Section(
            "What it does not say",
            (
                "The worst case is one of data that lie at both ends of the range. Real columns "
                "vary less; then noise is the larger part of the error, and other weights, such "
                "as proportional ones, can do better on average. If the spread of the data is "
                "public knowledge, the same optimisation can be tuned to it, and our figures show "
                "what that would bring.",
                "And privacy that is free in accuracy need not be free otherwise. The levels are "
                "public, and the promise covers one user at a time, not a family that answers "
                "alike. An ε is also an upper limit, not a forecast: what it means in bets won "
                "about somebody is shown on the overview.",
            ),
        ),
    ),
    (
        Claim(
            "From the user who saturates on, all weights are the same, and below that they are in "
            "proportion to the level asked (Lemma 3).",
            "Figure 1",
        ),
        Claim(
            "No private method has a smaller worst-case error than ADPM by more than a constant "
            "factor (Theorems 3 and 4).",
            "Figure 2",
        ),
        Claim(
            "ADPM has the smallest error of six methods, by much where levels vary much and by "
            "little where they do not.",
            "Table I",
        ),
    ),
)
