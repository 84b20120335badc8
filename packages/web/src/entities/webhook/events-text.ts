import { formatCount } from '#/lib/format.ts'
/** “1 event”, “1,204 events”. */
export const eventsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`
