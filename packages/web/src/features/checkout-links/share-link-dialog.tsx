import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import { useMemo, useState } from 'react'
import { renderSVG } from 'uqr'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { sellerDetailsQuery } from '#/entities/organization/seller-details-query.ts'
import { callCode } from '#/lib/call-code.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { CodeBlock } from '#/ui/code-block.tsx'
import { CodeCall } from '#/ui/code-call.tsx'
import { Dialog, DialogClose } from '#/ui/dialog.tsx'
import { Field } from '#/ui/field.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Segmented } from '#/ui/segmented.tsx'
import { Tabs } from '#/ui/tabs.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import { type EmbedTheme, embedCode } from './embed-code.ts'
import type { LinkDialogProps } from './link-dialogs.tsx'
import type { CheckoutLink } from './link-queries.ts'
import { isSoldOut, linkName } from './link-text.ts'

type ShareProps = Pick<LinkDialogProps, 'link' | 'onClose'>

/** The URL, a QR code, an embed code and the call of the API. */
export function ShareLinkDialog({ link, onClose }: ShareProps) {
  const [way, setWay] = useState<Way>('address')
  return (
    <Dialog
      open
      wide
      title={`Share ${linkName(link)}`}
      description="Anyone with this URL can buy."
      footer={<DialogClose render={<Button>Done</Button>} />}
      onOpenChange={onClose}
    >
      {isSoldOut(link) && (
        <div className="mb-4">
          <Banner tone="warn">
            All products of this link are archived, so it can’t be used to buy.
          </Banner>
        </div>
      )}
      <AddressMissing />
      <Tabs
        label="Share options"
        value={way}
        onChange={setWay}
        tabs={[
          { value: 'address', label: 'URL', panel: <Address link={link} /> },
          { value: 'qr', label: 'QR code', panel: <QrCode link={link} /> },
          { value: 'embed', label: 'Embed', panel: <Embed link={link} /> },
          { value: 'api', label: 'API', panel: <FromCode link={link} /> },
        ]}
      />
    </Dialog>
  )
}

/** Before the first sale, because an invoice never changes once its PDF exists. */
function AddressMissing() {
  const { id, slug, role } = useOrganization()
  const { data: seller } = useQuery(sellerDetailsQuery(id))
  if (seller?.address !== null || !mayIn(role, 'organization', 'update')) return null
  return (
    <div className="mb-4">
      <Banner
        tone="warn"
        action={
          <Link
            to="/dashboard/$slug/settings/invoices"
            params={{ slug }}
            className={buttonClasses({ size: 's' })}
          >
            Add address
          </Link>
        }
      >
        Your invoices don’t show an address yet.
      </Banner>
    </div>
  )
}

type Way = 'address' | 'qr' | 'embed' | 'api'

interface LinkProps {
  link: CheckoutLink
}

function Address({ link: { url } }: LinkProps) {
  const copy = useCopy()
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field
        label="URL"
        hint="Add ?reference_id=… or ?utm_source=… to track where a customer came from, and ?customer_email=… to prefill their email address."
      >
        <TextInput readOnly value={url} onFocus={({ target }) => target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void copy(url, 'URL')}>
          Copy URL
        </Button>
        <a href={url} target="_blank" rel="noreferrer" className={buttonClasses({})}>
          <ExternalLink aria-hidden="true" /> Open
          <span className="sr-only"> the checkout in a new tab</span>
        </a>
      </div>
    </div>
  )
}

function Embed({ link: { url } }: LinkProps) {
  const [theme, setTheme] = useState<EmbedTheme>('system')
  const { origin } = window.location
  const { slug } = useOrganization()
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-s text-ink-2">
        Add this to your page. “Buy now” opens the checkout in an overlay. List your site under
        Embedding sites in the{' '}
        <Link to="/dashboard/$slug/settings" params={{ slug }} className={linkClasses}>
          settings
        </Link>{' '}
        first, unless it is the site of the link’s success URL.
      </p>
      <div>
        <Segmented label="Checkout theme" options={themes} value={theme} onChange={setTheme} />
      </div>
      <CodeBlock code={embedCode({ url, origin, theme })} title="HTML" />
    </div>
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Not through the link: what a backend creates can name its customer. */
function FromCode({ link: { products } }: LinkProps) {
  const { slug } = useOrganization()
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-s text-ink-2">
        Your server can also create a checkout for each buyer and redirect to its URL. It needs an{' '}
        <Link
          to="/dashboard/$slug/settings/access-tokens"
          params={{ slug }}
          className={linkClasses}
        >
          access token
        </Link>{' '}
        with the scope <code className="font-mono text-xs">checkouts:write</code>.
      </p>
      <CodeCall
        title="Create a checkout"
        calls={callCode(window.location.origin, {
          method: 'POST',
          path: '/v1/checkouts/',
          sdk: 'checkouts.create',
          argument: { products: products.map(({ id }) => id) },
        })}
      />
    </div>
  )
}

/** SVG, because it is printed in any size. */
function QrCode({ link }: { link: CheckoutLink }) {
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
