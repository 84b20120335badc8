/** The backdrop of dialogs and sheets. */
export const scrimClasses =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 ' +
  'data-starting-style:opacity-0 data-ending-style:opacity-0'

/** The box of a dialog: centered, on phones at the bottom of the screen. */
export const dialogClasses =
  'floating max-h-[calc(100dvh-2rem)] w-full overflow-y-auto rounded-l outline-none ' +
  'max-sm:rounded-b-none'

export const dialogPlace =
  'fixed inset-0 z-40 grid place-items-end pt-4 sm:place-items-center sm:justify-center sm:p-4'
