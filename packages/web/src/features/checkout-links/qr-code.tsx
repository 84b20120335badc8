import Download from 'lucide-react/icons/download'
import { useMemo } from 'react'
import { renderSVG } from 'uqr'
import { buttonClasses } from '#/ui/button-classes.ts'
import type { CheckoutLink } from './link-queries.ts'
import { linkName } from './link-text.ts'

/** SVG, because it is printed in any size. */
export function QrCode({ link }: { link: CheckoutLink }) {
  const picture = useMemo(() => pictureOf(link.url), [link.url])
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <img
        src={picture}
        alt={`QR code for ${linkName(link)}`}
        className="size-56 max-w-full rounded-m border bg-white"
      />
      <a
        href={picture}
        download={`${fileNameOf(linkName(link))}.svg`}
        className={buttonClasses({})}
      >
        <Download aria-hidden="true" /> Download SVG
      </a>
    </div>
  )
}

/** The quiet zone around the code, which scanners need. */
const borderModules = 4

const pictureOf = (url: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(renderSVG(url, { border: borderModules }))}`

const fileNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'checkout-link'
