"""The plotly.js that browsers are sent: of Python's version, and with every trace that we draw."""

from plotly.offline import get_plotlyjs_version

from pages.shared.scripts import LIGHT, plotly_asset_name


def test_the_bundle_is_of_the_version_that_python_speaks_and_draws_our_traces() -> None:
    version = get_plotlyjs_version()
    remedy = (
        f"The installed plotly speaks plotly.js {version}, for which {LIGHT} is missing: take it "
        f"from npm's plotly.js-cartesian-dist-min {version}, as the README beside it says."
    )
    assert LIGHT.exists(), remedy
    bundle = LIGHT.read_text("utf-8")
    assert f"plotly.js (cartesian - minified) v{version}" in bundle[:200], remedy
    assert [path.name for path in LIGHT.parent.glob("*.js")] == [LIGHT.name], "remove the former"
    assert plotly_asset_name() == LIGHT.name
    for trace in ("scatter", "bar", "box", "heatmap"):
        assert f'moduleType:"trace",name:"{trace}"' in bundle
