import { classNames } from './class-names.ts'

/** For busy buttons; loading pages show skeletons instead. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={classNames('size-4 animate-spin fill-none stroke-current stroke-2', className)}
    >
      <circle cx="8" cy="8" r="6" className="opacity-25" />
      <path d="M8 2a6 6 0 0 1 6 6" strokeLinecap="round" />
    </svg>
  )
}
