// Inlined into every page's head by the build, so that no page flashes in the wrong theme.
{
  let theme = null
  try {
    theme = localStorage.getItem('guildhall.theme')
  } catch {}
  // An embedded checkout uses the theme of the embedding page.
  if (location.pathname.startsWith('/checkout/')) {
    theme = new URLSearchParams(location.search).get('theme') ?? theme
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme =
    theme === 'light' || theme === 'dark' ? theme : prefersDark ? 'dark' : 'light'
}
