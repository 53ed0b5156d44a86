const table = document.getElementById('rows');
const body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];

function order(key, ascending) {
  const rows = [...body.rows].map((row, at) => ({ row, at, value: key(row) }));
  rows.sort((a, b) => {
    const less = typeof a.value === 'number' ? a.value - b.value : a.value.localeCompare(b.value);
    return (ascending ? less : -less) || a.at - b.at;
  });
  body.append(...rows.map((entry) => entry.row));
}

function mark(head, direction) {
  for (const other of heads) other.removeAttribute('aria-sort');
  if (head) head.setAttribute('aria-sort', direction);
}

heads.forEach((head, column) => {
  // The whole cell, of which the button is the part that the keyboard reaches.
  head.addEventListener('click', () => {
    const ascending = head.getAttribute('aria-sort') !== 'ascending';
    const isNumber = head.classList.contains('number');
    const number = (text) => (text === '' ? -1 : parseFloat(text));
    order((row) => {
      const text = row.cells[column].textContent;
      return isNumber ? number(text) : text;
    }, ascending);
    mark(head, ascending ? 'ascending' : 'descending');
  });
});

function worstFirst() {
  order((row) => parseFloat(row.dataset.rank), true);
  mark(null);
}

document.getElementById('worst').addEventListener('click', worstFirst);
if (location.hash === '#worst') worstFirst();

document.getElementById('find').addEventListener('input', (event) => {
  const wanted = event.target.value.toLowerCase();
  for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
});
