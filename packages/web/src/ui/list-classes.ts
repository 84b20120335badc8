/** Filters above a list: on phones one line that scrolls sideways, up to the edges of the card. */
export const filterClasses =
  'flex gap-2 max-sm:order-1 max-sm:-mx-3 max-sm:-my-1 max-sm:basis-full max-sm:overflow-x-auto ' +
  'max-sm:px-3 max-sm:py-1 max-sm:*:shrink-0 sm:contents'

/** What the matching rows come to, below the filters. */
export const summaryClasses = 'order-2 basis-full text-s text-ink-2'
