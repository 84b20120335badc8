/** Keys to press, in order. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <kbd key={key} className={keyClasses}>
          {key}
        </kbd>
      ))}
    </span>
  )
}

const keyClasses =
  'min-w-5 rounded-xs border px-1 text-center font-sans text-[0.6875rem]/4 font-medium ' +
  'text-ink-3'
