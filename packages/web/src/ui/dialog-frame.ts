/** What every dialog and sheet has behind it. */
export const scrimLook =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 ' +
  'data-starting-style:opacity-0 data-ending-style:opacity-0'

/** A dialog's own box: in the middle, on a phone at the foot of the screen. */
export const dialogLook =
  'floating max-h-[calc(100dvh-2rem)] w-full overflow-y-auto rounded-l outline-none ' +
  'max-sm:rounded-b-none'

export const dialogPlace =
  'fixed inset-0 z-40 grid place-items-end pt-4 sm:place-items-center sm:justify-center sm:p-4'
