/** The user’s details next to their lists; above them on phones. */
export const userColumnsClasses =
  'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:[&>*:first-child]:order-last'
