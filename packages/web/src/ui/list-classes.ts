const scrolling =
  'flex gap-2 max-sm:-my-1 max-sm:overflow-x-auto max-sm:py-1 max-sm:*:shrink-0 sm:contents'

/** Filters above a list: on phones one line that scrolls sideways, up to the edges of the card. */
export const filterClasses = `${scrolling} max-sm:order-1 max-sm:-mx-3 max-sm:basis-full max-sm:px-3`

/** The same without a search above them: left of the tools. */
export const firstFilterClasses = `${scrolling} max-sm:min-w-0 max-sm:flex-1`

/** What the matching rows come to, below the filters. */
export const summaryClasses = 'order-2 basis-full text-s text-ink-2'
