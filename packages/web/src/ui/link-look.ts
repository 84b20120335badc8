/** The classes of a link in a text, also for one that a router follows. */
export const linkLook =
  'rounded-xs font-medium text-accent underline-offset-3 wrap-anywhere hover:underline'
