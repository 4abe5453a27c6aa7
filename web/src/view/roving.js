// Many buttons, one stop of the Tab key: arrows go from one to the other.

/** Lets arrows go among `buttons` in `group`, `across` of them a row. */
export function roving(group, buttons, across) {
  buttons.forEach((button, at) => (button.tabIndex = at === 0 ? 0 : -1));
  group.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const rows = across > 1 ? across : 10;
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: rows, ArrowUp: -rows, Home: -at, End: buttons.length - 1 - at }[event.key];
    const next = at >= 0 && by !== undefined && buttons[at + by];
    if (by !== undefined && at >= 0) event.preventDefault();
    if (!next) return;
    buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}
