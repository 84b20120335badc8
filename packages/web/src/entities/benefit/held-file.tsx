import FileIcon from 'lucide-react/icons/file'
import type { ReactNode } from 'react'
import { CopyButton } from '#/ui/copy-button.tsx'

interface HeldFileProps {
  file: {
    name: string
    sizeReadable: string
    version: string | null
    checksumSha256Hex: string | null
  }
  /** The button that downloads it. */
  action: ReactNode
}

/** A file of a benefit as its holder sees it. */
export function HeldFile({ file, action }: HeldFileProps) {
  const { name, sizeReadable, version, checksumSha256Hex: checksum } = file
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-s">
      <FileIcon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere">{name}</p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
          <span className="figures">{sizeReadable}</span>
          {version !== null && <span className="wrap-anywhere">version {version}</span>}
          {checksum !== null && (
            <span className="inline-flex items-center gap-1">
              SHA-256 <code className="font-mono">{checksum.slice(0, 8)}…</code>
              <CopyButton text={checksum} what={`the SHA-256 of ${name}`} />
            </span>
          )}
        </p>
      </div>
      {action}
    </li>
  )
}
