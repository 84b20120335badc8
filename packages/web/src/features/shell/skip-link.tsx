import { buttonClasses } from '#/ui/button-classes.ts'

/** The first focusable element: skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className={`${buttonClasses({})} fixed! top-2 left-2 z-50 not-focus:sr-only`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
