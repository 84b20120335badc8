/** Moves the focus to the title of the page, for keyboards and screen readers. */
export function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (title === null) return
  title.tabIndex = -1
  title.style.outline = 'none'
  title.focus({ preventScroll: true })
}

/** After what had the focus was removed. */
export function rescueFocus(): void {
  if (document.activeElement === document.body) focusTitle()
}

/** A ref for what its own action may remove: the focus it had moves to the title. */
export function passFocusOn(element: HTMLElement | null) {
  return () => {
    if (document.activeElement === element) requestAnimationFrame(rescueFocus)
  }
}
