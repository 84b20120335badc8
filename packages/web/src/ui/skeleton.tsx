import { classNames } from './class-names.ts'

/** A placeholder while loading; give it the size of the content. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block', className)} />
}
