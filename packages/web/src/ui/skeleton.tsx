import { classNames } from './class-names.ts'

/** The place of something on its way; give it the size of what comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block', className)} />
}
