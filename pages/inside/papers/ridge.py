"""About “Personalized Differential Privacy for Ridge Regression”."""

from __future__ import annotations

from pages.inside.papers.article import Article, Claim, Section

ARTICLE = Article(
    "ridge",
    "A regression is fitted to records whose owners ask for different levels of privacy. The "
    "paper lets every record count in proportion to its level, adds noise to the coefficients, "
    "and proves what each owner is promised and how accurate the result is.",
    (
        Section(
            "From a mean to a model",
            (
                "For a mean it is clear what a user's weight does. A regression is less obvious: "
                "one record moves all coefficients at once, by an amount that depends on the "
                "other records. Private regressions usually take one ε for all, which has to be "
                "the strictest that anybody asks for. Earlier proposals for personal levels drew "
                "a sample in which strict records appear rarely, and then used an ordinary "
                "private method. That wastes records, and as published it does not keep its "
                "promise.",
                "The setting is the central model: a trusted curator holds the records, features "
                "and label within known bounds, and publishes a vector of coefficients once. "
                "Record i is promised that replacing it alone changes the chance of any outcome "
                "by a factor of at most e^εᵢ. As with the mean, the levels are public and are "
                "assumed to say nothing about the records themselves.",
            ),
        ),
        Section(
            "PDP-OP",
            (
                "The method has two steps. First solve a weighted ridge regression, in which "
                "record i has the weight εᵢ divided by the sum of all levels. The penalty λ times "
                "the squared length of the coefficients keeps any one record from moving the "
                "solution too far: the larger λ, the more stable the coefficients, and the more "
                "they are pulled towards 0. Then add noise to the coefficients, in a random "
                "direction and with a length from a Gamma distribution, as much as the most "
                "influential record makes necessary.",
                "The weights do the personal part. A record's influence on the solution is "
                "proportional to its weight, which is proportional to its level; dividing by that "
                "level leaves the same number for all. So a single amount of noise serves "
                "everybody exactly as they asked, and what counts is the **sum** of all levels. A "
                "few strict owners hardly change a sum. Under one level for all they would decide "
                "alone. That is the gain, and it grows with how much levels differ.",
            ),
        ),
        Section(
            "Reading the figure",
            (
                "Across goes λ on a logarithmic scale, upwards the expected squared error on test "
                "records. [[Without privacy]] a small λ is best here: there are enough records. "
                "The private lines are bowls. On the left the penalty is too weak, the noise is "
                "enormous, and the loss explodes. On the right the penalty is so strong that the "
                "coefficients are nearly 0, and the prediction is nearly the same for everybody. "
                "The best λ lies between, farther to the right than without privacy: "
                "regularisation pays for privacy.",
                "[[PDP-OP as printed|pdp_op_printed]] uses the noise of the paper's Theorem 3.2. "
                "Two steps in its proof can be tightened: the same promise then needs up to four "
                "times less noise, which shifts the bowl down and to the left. A third curve is "
                "[[objective perturbation|objective]]: the noise goes into what is minimised, not "
                "onto the solution, so that it takes the shape of the data. Making it personal "
                "turns out to be as easy, since the weights play the same part.",
                "Then there is a line that papers often leave out: [[the private "
                "mean|private_mean]], the prediction that ignores all features and releases one "
                "number with the levels that were asked. A private regression is worth releasing "
                "only below it. The verdict above the figure says whether that is so, at the best "
                "λ of each method. That λ is chosen with hindsight: looking for it would cost "
                "privacy as well, and the figure does not charge for it. A star marks it.",
            ),
        ),
        Section(
            "How far single releases lie apart",
            (
                "Expected loss alone is half of the truth. Where noise rules, the loss of one "
                "release scatters about as widely as its mean, so that the release one gets may "
                "be several times worse than the curve. The paper reports standard deviations "
                "too, and finds that personal weights lower both. Here bands show one standard "
                "deviation, computed in closed form from the moments of the noise rather than "
                "simulated.",
                "The paper also proves how near the coefficients come to the true ones, if labels "
                "really are linear in the features plus noise (Theorem 3.6). The bound is an "
                "upper one, and on synthetic records, where the truth is known, it can be drawn "
                "over the exact distance under “Coefficients” in the dashboard.",
            ),
        ),
        Section(
            "What to be careful about",
            (
                "The noise is governed by bounds on features and labels. They must come from what "
                "columns mean, never from the data: scaling a table by its own largest values, as "
                "is common in experiments, is not private, and neither is centring labels by "
                "their own mean. The dashboard says so where it happens.",
                "Sampling, with which the paper compares, scales its noise to the number of "
                "records that happened to be drawn, and that number tells who was. On small "
                "examples the loss can be computed exactly and exceeds the promise. With weights "
                "and noise that do not depend on the sample it holds; it is that repaired version "
                "which a fair comparison should use.",
                "All in all the direction of the paper's results stands: letting levels differ "
                "gives a better regression than one level for all. How much better, and whether "
                "it beats predicting one number for everybody, depends on the table, the levels "
                "and λ, which is why there is a slider.",
            ),
        ),
    ),
    (
        Claim(
            "On synthetic records PDP-OP has a smaller loss than one level for all, at every λ of "
            "the table.",
            "Table 1",
        ),
        Claim("The same on medical costs.", "Table 2"),
        Claim(
            "On synthetic records it also has a smaller loss than sampling, as published.",
            "Table 3",
        ),
        Claim("The same on medical costs.", "Table 4"),
        Claim(
            "The factor by which it is smaller diminishes as the strictest segment relaxes.",
            "Table 5",
        ),
        Claim("It is smaller whatever the share of strict owners.", "Table 9"),
        Claim("The loss of single releases scatters less than with sampling.", "Figure 1"),
    ),
)
