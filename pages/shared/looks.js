// The looks of a component, in its script: what Streamlit is given as a style sheet travels in
// every message, and is parsed for every figure.

let looks;

/** Put them on the document, or the shadow root, that an element stands in; once is enough. */
function putOnLooks(element) {
  const root = element.getRootNode();
  if (!looks) (looks = new CSSStyleSheet()).replaceSync({{looks}});
  if (!root.adoptedStyleSheets.includes(looks)) root.adoptedStyleSheets.push(looks);
}

