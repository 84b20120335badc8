/** Runs in the reader's browser: theme and filter. The page works without it. */
export const referenceScript = `'use strict'
try {
  const theme = localStorage.getItem('guildhall.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}

const filter = document.getElementById('filter')
const nothing = document.getElementById('nothing')
const menu = document.querySelector('details.menu')
const narrow = matchMedia('(max-width: 900px)')
menu.open = !narrow.matches
narrow.addEventListener('change', () => { menu.open = !narrow.matches })

filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const one of document.querySelectorAll('[data-words]')) {
    one.hidden = !words.every((word) => one.dataset.words.includes(word))
    if (!one.hidden) shown += 1
  }
  for (const group of document.querySelectorAll('[data-group]')) {
    group.hidden = !group.querySelector('[data-words]:not([hidden])')
  }
  nothing.hidden = shown > 0
  if (narrow.matches && words.length > 0) menu.open = true
})
menu.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a')) menu.open = false
})
const languages = ['curl', 'TypeScript', 'Python']
function showLanguage(language) {
  document.documentElement.dataset.language = language
  for (const button of document.querySelectorAll('.languages button')) {
    button.setAttribute('aria-pressed', String(button.textContent === language))
  }
  try { localStorage.setItem('guildhall.language', language) } catch {}
}
for (const heading of document.querySelectorAll('.example h4')) {
  const group = document.createElement('div')
  group.className = 'languages'
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', 'Language of the examples')
  for (const language of languages) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = language
    button.addEventListener('click', () => showLanguage(language))
    group.append(button)
  }
  heading.after(group)
}
let known = null
try { known = localStorage.getItem('guildhall.language') } catch {}
showLanguage(languages.includes(known) ? known : 'curl')

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === filter) return
  event.preventDefault()
  filter.focus()
})
`
