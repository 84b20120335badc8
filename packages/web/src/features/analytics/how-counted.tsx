export interface Counted {
  /** Where a chart has several figures. */
  readonly name?: string
  readonly counted: string
}

interface HowCountedProps {
  of: string
  counted: readonly Counted[]
}

/** The formula of each figure in words. */
export function HowCounted({ of, counted }: HowCountedProps) {
  return (
    <details className="mt-3 text-xs text-ink-2">
      <summary className="w-fit cursor-pointer rounded-xs text-ink-3 hover:text-ink">
        How it’s counted<span className="sr-only">: {of}</span>
      </summary>
      <ul className="mt-1.5 grid max-w-160 gap-1.5">
        {counted.map(({ name, counted: words }) => (
          <li key={name ?? of}>
            {name !== undefined && <strong className="font-medium text-ink">{name}: </strong>}
            {words}
          </li>
        ))}
      </ul>
    </details>
  )
}
