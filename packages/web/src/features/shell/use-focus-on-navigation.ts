import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** After a navigation the keyboard and the screen reader start at the new page's title. */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) focusTitle()
      }),
    [router],
  )
}

function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (title === null) return
  title.tabIndex = -1
  title.style.outline = 'none'
  title.focus({ preventScroll: true })
}
