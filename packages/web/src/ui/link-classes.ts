/** The classes of an inline link, also for router links. */
export const linkClasses =
  'rounded-xs font-medium text-accent underline-offset-3 wrap-anywhere hover:underline'

/** The same in the color of the surrounding text. */
export const quietLinkClasses =
  'rounded-xs text-inherit underline-offset-3 wrap-anywhere hover:underline'
