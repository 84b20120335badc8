/** The keyboard and the screen reader go on from the title of the page. */
export function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (title === null) return
  title.tabIndex = -1
  title.style.outline = 'none'
  title.focus({ preventScroll: true })
}
