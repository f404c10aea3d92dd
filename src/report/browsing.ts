/** The script of the page: it finds and sorts entities. Without it all of them are there, in order of doubt. */
export const SCRIPT = `'use strict';
(() => {
  const browser = document.getElementById('browser');
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target && target.tagName === 'DETAILS') { target.hidden = false; target.open = true; target.scrollIntoView(); }
  };
  addEventListener('hashchange', open);
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) open();
  });
  if (browser) {
    const controls = document.querySelector('.controls');
    const search = document.getElementById('search');
    const found = document.getElementById('found');
    const buttons = [...controls.querySelectorAll('button')];
    const byDoubt = [...browser.children];
    const plain = (text) => text.normalize('NFKD').replace(/\\p{M}/gu, '').toLowerCase();
    let texts;
    const find = () => {
      texts ??= new Map(byDoubt.map((entity) =>
        [entity, plain([...entity.querySelectorAll('.v')].map((part) => part.textContent).join('\\n'))]));
      const words = plain(search.value).split(/\\s+/).filter(Boolean);
      let shown = 0;
      for (const entity of byDoubt) {
        entity.hidden = !words.every((word) => texts.get(entity).includes(word));
        if (!entity.hidden) shown++;
      }
      found.textContent = words.length === 0 ? '' : shown === 1 ? '1 entity matches' : shown + ' entities match';
    };
    const orders = {
      doubt: () => 0,
      size: (a, b) => b.dataset.size - a.dataset.size,
      id: (a, b) => (a.dataset.id < b.dataset.id ? -1 : a.dataset.id > b.dataset.id ? 1 : 0),
    };
    for (const button of buttons)
      button.addEventListener('click', () => {
        for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
        browser.append(...byDoubt.slice().sort(orders[button.dataset.sort]));
      });
    search.addEventListener('input', find);
    controls.hidden = false;
    find();
  }
  open();
})();
`;
