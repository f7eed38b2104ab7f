"""About “Enhancing Feature-Specific Data Protection via Bayesian Coordinate …”."""

from __future__ import annotations

from pages.inside.papers.article import Article, Claim, Section

ARTICLE = Article(
    "features",
    "A record has many features, and some are more sensitive than others. The paper says what it "
    "can mean to protect one feature more than the rest although features give each other away, "
    "and how to collect reports that keep such a promise with less noise.",
    (
        Section(
            "Columns differ, and nobody is trusted",
            (
                "Somebody answers a survey: age, school years, blood pressure, an illness. The "
                "age hardly matters to them, the illness does. In the local model there is no "
                "curator to trust. Each person adds noise before anything leaves their device, "
                "and a single level ε covers the report as a whole. If the illness is to be "
                "protected strictly, that one level must be strict, and the age is drowned in "
                "noise too.",
                "It seems easy to do better: give every feature a level of its own, and add noise "
                "to each accordingly. But features are related. If the protected illness can be "
                "guessed from the unprotected blood pressure, its own noise was for nothing. What "
                "is promised about one feature has to take into account what all others tell "
                "about it.",
            ),
        ),
        Section(
            "A promise about one feature",
            (
                "The paper's notion is Bayesian coordinate differential privacy (BCDP). Take a "
                "prior: how features go together in the population. Feature i is δᵢ-protected if, "
                "for any two sets of its possible values, the chance of each report differs by a "
                "factor of at most e^δᵢ, **the other features being drawn from the prior**, as "
                "they go with that value. So δᵢ bounds what a report changes about the odds on "
                "feature i, whichever way the information came, through the feature itself or "
                "through its relatives.",
                "That asks for more than noise on feature i itself, because what its relatives "
                "reveal counts too. It needs an assumption about the prior: here one number q, "
                "the correlation, which bounds how far the other features can give one away, from "
                "0, not at all, to 1, completely. Two warnings come with it. BCDP alone does not "
                "imply local privacy: a mechanism may protect each of two bits and still rule out "
                "one combination of both for certain. And it does not compose: a report that says "
                "nothing about a feature can, sent twice, prove its value. The paper gives an "
                "example of either, and therefore asks for BCDP and an ordinary ε together.",
            ),
        ),
        Section(
            "Collecting the reports",
            (
                "Mechanism 1 asks several private questions. The first is about all features, the "
                "next leaves out the most protected one, the next the two most protected, and so "
                "on. Each is answered with the noise that its share of the budget allows. The "
                "least sensitive feature is in every question, the most sensitive one in the "
                "first alone. Combining the answers, each in proportion to its precision, gives "
                "an estimate of every feature's mean that uses all that was told about it: a "
                "triangle, drawn in the paper's Figure 2.",
                "How large may each feature's own budget be, if the promises δ are to hold? "
                "Proposition 4 answers: a feature pays with its own budget and, on top, with what "
                "the whole report reveals through correlation, log(1 + q (e^c − 1)), where c is "
                "the largest budget of all. At q = 0 nothing is added and all budgets may be as "
                "large as asked. As q grows, the largest budget has to come down, and with it "
                "every gain.",
            ),
        ),
        Section(
            "Reading the figure",
            (
                "Across goes the correlation q, upwards the typical miss of the estimated means. "
                "[[Plain min-δ|min_delta]] protects every feature like the strictest one. It is "
                "the ordinary local answer, needs no assumption about q, and so is level. [[The "
                "paper's rule|paper]] reserves a fixed share of the strictest level for "
                "correlation and deals out the rest. Where q is small it is far below plain "
                "min-δ: that is the promise of the paper, and it comes true.",
                "For larger q the line rises above plain min-δ. The share that is reserved grows "
                "with q faster than is needed, and the strict features pay for it. This is not a "
                "fault of the notion, only of that one choice. The budgets that Proposition 4 "
                "allows form a family with one parameter, plain min-δ is at one end of it, and "
                "one may search. The [[optimised|optimised]] split does, and so is never worse "
                "than either in the sum that it minimises. Where it meets plain min-δ, features "
                "tell so much about each other that nothing can be gained by telling them apart.",
                "Drag the slider. The bars are the budgets at the present q, and the headline "
                "says what is gained. On real tables q is rarely tiny. Under “A real dataset” it "
                "is measured on what people would report, not on their raw values, since a "
                "dependence finer than a report's bins would otherwise be missed.",
            ),
        ),
        Section(
            "What does not hold as printed",
            (
                "Two things. The radius in Mechanism 2, the unbiased answer to one question, is "
                "twice as large as it should be: reports then average to twice the value, with "
                "four times the variance. In the paper's own experiment the true mean is zero and "
                "estimates are cut off at the ends of the range, which hides it. And the sentence "
                "that the method does better than min-δ for correlations other than those near 1 "
                "fails over a wide range of them, as said above. With the radius put right and "
                "the budgets searched, the idea stands on firmer ground than its printed numbers.",
                "A limit of the notion itself remains. BCDP holds against somebody whose beliefs "
                "are as the prior says. Somebody who already knows the other features of a person "
                "learns from the report what its local level ε allows, and no less.",
            ),
        ),
    ),
    (
        Claim(
            "Four notions of privacy imply each other with the levels that the arrows say.",
            "Figure 1",
        ),
        Claim("Each question feeds the features that it contains: a triangle.", "Figure 2"),
        Claim(
            "Splitting the budget by feature has less error than min-δ, except near q = 1.",
            "Figure 3",
        ),
        Claim("How the gain changes with the number of (sensitive) features.", "Figure 4"),
        Claim("A mechanism can be BCDP without being locally private.", "Example 1"),
        Claim("BCDP does not compose: two harmless copies can prove a value.", "Example 2"),
    ),
)
