export const tabRowClasses = 'flex gap-5 overflow-x-auto overflow-y-hidden border-b px-0.5 pt-0.5'

/** For tabs (`data-active`) and links to pages (`aria-current`). */
export const tabClasses =
  'relative -mb-px h-9 shrink-0 rounded-t-xs border-b-2 border-transparent text-s leading-8.5 ' +
  'font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-2 ' +
  'data-active:border-accent data-active:text-ink ' +
  'aria-[current=page]:border-accent aria-[current=page]:text-ink'
