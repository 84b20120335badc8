/** The classes of an inline link, also for router links. */
export const linkClasses =
  'rounded-xs font-medium text-accent underline-offset-3 wrap-anywhere hover:underline'
