export const languages = ['curl', 'TypeScript', 'Python'] as const

/**
 * Runs in the reader's browser: theme, filter and language. What the first paint depends on runs
 * before the page is read, so that nothing moves afterwards. The page works without it.
 */
export const referenceScript = `'use strict'
const languages = ${JSON.stringify(languages)}
const kept = (key) => { try { return localStorage.getItem(key) } catch { return null } }
const root = document.documentElement.dataset
const theme = kept('guildhall.theme')
if (theme === 'light' || theme === 'dark') root.theme = theme
const known = kept('guildhall.language')
root.language = languages.includes(known) ? known : languages[0]

addEventListener('DOMContentLoaded', () => {
  const filter = document.getElementById('filter')
  const nothing = document.getElementById('nothing')
  const objects = document.getElementById('objects')
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
    objects.hidden = shown === 0
    if (narrow.matches && words.length > 0) menu.open = true
  })
  menu.addEventListener('click', (event) => {
    if (narrow.matches && event.target.closest('a')) menu.open = false
  })

  const markLanguage = () => {
    for (const button of document.querySelectorAll('.languages button')) {
      button.setAttribute('aria-pressed', String(button.textContent === root.language))
    }
  }
  document.getElementById('content').addEventListener('click', ({ target }) => {
    if (!target.matches('.languages button')) return
    root.language = target.textContent
    markLanguage()
    try { localStorage.setItem('guildhall.language', root.language) } catch {}
  })
  markLanguage()

  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === filter) return
    event.preventDefault()
    filter.focus()
  })
})
`
