import { Fragment } from 'react'
import { emailParts } from './email-parts.ts'

/** An email address, or a name instead of one; within its parts it wraps only where they don’t fit. */
export function EmailText({ children }: { children: string }) {
  return (
    <span className="wrap-anywhere">
      {emailParts(children).map((part, at) => (
        <Fragment key={`${at} ${part}`}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
