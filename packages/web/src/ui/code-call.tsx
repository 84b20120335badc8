import { useState } from 'react'
import type { Calls } from '#/lib/call-code.ts'
import { classNames } from './class-names.ts'
import { CodeBlock } from './code-block.tsx'
import { Segmented } from './segmented.tsx'

interface CodeCallProps {
  calls: Calls
  /** "Create a customer". */
  title: string
  className?: string
}

/** The equivalent API call, for the official client and curl. */
export function CodeCall({ calls, title, className }: CodeCallProps) {
  const [way, setWay] = useState<keyof Calls>('sdk')
  return (
    <div className={classNames('grid min-w-0 grid-cols-1 gap-2 text-left', className)}>
      <div>
        <Segmented label="Language" options={ways} value={way} onChange={setWay} />
      </div>
      <CodeBlock code={calls[way]} title={title} />
    </div>
  )
}

const ways = [
  { value: 'sdk', label: 'TypeScript' },
  { value: 'curl', label: 'curl' },
] as const
