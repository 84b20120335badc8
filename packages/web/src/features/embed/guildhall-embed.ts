/** Opens checkouts as an overlay on any site; loads nothing else. */

type Theme = 'light' | 'dark'
type EventName = 'loaded' | 'close' | 'confirmed' | 'success'

interface Options {
  /** Defaults to the visitor’s system. */
  theme?: Theme
}

interface SuccessDetail {
  /** The seller’s page; null if the checkout shows its own. */
  successURL: string | null
  redirect: boolean
}

const messageType = 'GUILDHALL_CHECKOUT'
const eventNames: readonly unknown[] = ['loaded', 'close', 'confirmed', 'success']
const waitMilliseconds = 15_000

/** A checkout over the page. Its events are cancelable. */
class GuildhallEmbedCheckout extends EventTarget {
  /** Opens a checkout or a checkout link. */
  static create(url: string, options: Options = {}): GuildhallEmbedCheckout {
    return new GuildhallEmbedCheckout(url, options, null)
  }

  /** Makes links with `data-guildhall-checkout` open an overlay, including links added later. */
  static init(): void {
    document.addEventListener('click', (event) => {
      const { target, button, metaKey, ctrlKey, shiftKey } = event
      const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !event.defaultPrevented
      if (!isPlain || !(target instanceof Element)) return
      const trigger = target.closest('[data-guildhall-checkout]')
      const named = trigger?.getAttribute('data-guildhall-checkout')
      const url = named || trigger?.getAttribute('href')
      if (!trigger || !url) return
      event.preventDefault()
      const theme = trigger.getAttribute('data-guildhall-checkout-theme')
      const options: Options = theme === 'light' || theme === 'dark' ? { theme } : {}
      new GuildhallEmbedCheckout(url, options, trigger)
    })
  }

  readonly #url: URL
  readonly #trigger: Element | null
  readonly #dialog = document.createElement('dialog')
  readonly #frame = document.createElement('iframe')
  readonly #spinner = document.createElement('div')
  readonly #overflow = document.documentElement.style.overflow
  readonly #listening = new AbortController()
  #isLocked = false
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(url: string, { theme = systemTheme() }: Options, trigger: Element | null) {
    super()
    this.#url = new URL(url, location.href)
    this.#trigger = trigger
    this.#url.searchParams.set('embed', 'true')
    this.#url.searchParams.set('embed_origin', location.origin)
    this.#url.searchParams.set('theme', theme)
    this.#show(theme)
  }

  close(): void {
    if (this.#listening.signal.aborted) return
    this.#listening.abort()
    clearTimeout(this.#patience)
    document.documentElement.style.overflow = this.#overflow
    // Returns the focus to the element that had it.
    this.#dialog.close()
    this.#dialog.remove()
  }

  #show(theme: Theme): void {
    const { signal } = this.#listening
    const spread = 'position:fixed;inset:0;width:100%;height:100%;border:0;padding:0;margin:0;'
    const room = `${spread}max-width:none;max-height:none;`
    this.#dialog.style.cssText = `${room}background:rgb(0 0 0/.5);overflow:hidden`
    this.#dialog.setAttribute('aria-label', 'Checkout')
    // A frame with another color scheme than its page gets an opaque background.
    this.#frame.style.cssText = `${spread}background:none;color-scheme:${theme}`
    this.#frame.allow = 'payment; publickey-credentials-get'
    this.#frame.title = 'Checkout'
    this.#frame.src = this.#url.href
    this.#spinner.style.cssText =
      'position:absolute;top:50%;left:50%;width:32px;height:32px;margin:-16px;box-sizing:border-box;' +
      'border:3px solid rgb(255 255 255/.3);border-top-color:#fff;border-radius:50%'
    this.#dialog.append(this.#spinner, this.#frame)
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      this.#dispatch('close')
    })
    addEventListener('message', (event) => this.#listen(event), { signal })
    document.body.append(this.#dialog)
    document.documentElement.style.overflow = 'hidden'
    this.#dialog.showModal()
    this.#spinner.animate({ rotate: ['0deg', '360deg'] }, { duration: 800, iterations: Infinity })
    // A page that refuses to be embedded sends nothing; the buyer is redirected to it instead.
    this.#patience = setTimeout(() => location.assign(this.#withoutFrame()), waitMilliseconds)
  }

  #withoutFrame(): string {
    const url = new URL(this.#url)
    url.searchParams.delete('embed')
    url.searchParams.delete('embed_origin')
    return url.href
  }

  #listen({ source, origin, data }: MessageEvent): void {
    const isOurs = source === this.#frame.contentWindow && origin === this.#url.origin
    if (!isOurs || data?.type !== messageType || !isEventName(data.event)) return
    const { successURL, redirect } = data
    this.#dispatch(data.event, data.event === 'success' ? { successURL, redirect } : undefined)
  }

  /**
   * Dispatches the event on this object and on the link that opened it; runs the default unless
   * canceled.
   */
  #dispatch(name: EventName, detail?: SuccessDetail): void {
    const isAllowed = this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))
    const bubbling = { detail, cancelable: true, bubbles: true }
    const place = this.#trigger ?? document
    const isAllowedByPage = place.dispatchEvent(new CustomEvent(`guildhall:${name}`, bubbling))
    if (isAllowed && isAllowedByPage) this.#runDefault(name, detail)
  }

  #runDefault(name: EventName, detail: SuccessDetail | undefined): void {
    switch (name) {
      case 'loaded':
        clearTimeout(this.#patience)
        this.#isLocked = false
        this.#spinner.remove()
        return this.#frame.focus()
      case 'close':
        return this.#isLocked ? undefined : this.close()
      case 'confirmed':
        this.#isLocked = true
        return
      case 'success':
        this.#isLocked = false
        if (detail?.redirect && detail.successURL && /^https?:/.test(detail.successURL))
          location.assign(detail.successURL)
    }
  }
}

const isEventName = (value: unknown): value is EventName => eventNames.includes(value)

const systemTheme = (): Theme =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

declare global {
  interface Window {
    GuildhallEmbedCheckout: typeof GuildhallEmbedCheckout
  }
}

// A page that includes the script twice opens one checkout.
if (window.GuildhallEmbedCheckout === undefined) {
  window.GuildhallEmbedCheckout = GuildhallEmbedCheckout
  GuildhallEmbedCheckout.init()
}

export {}
