import { buttonLook } from '../../ui/button-look.ts'

/** The first stop of the keyboard: past the navigation, to the page. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className={`${buttonLook({})} fixed! top-2 left-2 z-50 not-focus:sr-only`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      Skip to the page
    </a>
  )
}
