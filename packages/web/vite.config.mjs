import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'

/**
 * Each page is a build of its own: pages that share a build share chunks, and the light pages
 * would then carry the application's.
 * @typedef {'app' | 'sign-in' | 'checkout' | 'portal' | 'embed-demo' | 'gallery'} Page
 */
export const pages = /** @type {const} */ (['app', 'sign-in', 'checkout', 'portal', 'embed-demo'])

/** Shows all components to developers and tests; not part of what servers serve. */
export const galleryPage = 'gallery'

/** The script that opens checkouts as an overlay on any site. */
export const embedScript = 'guildhall-embed.js'

export const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')

const source = join(root, 'src')

/** The code that a page starts with. @type {import('vite').Rolldown.CodeSplittingGroup} */
const first = { name: 'first', tags: ['$initial'] }

/**
 * What the first screen of the dashboard needs besides; the files of other pages hold the rest of
 * theirs. @type {import('vite').Rolldown.CodeSplittingGroup}
 */
const home = { name: 'home', test: /routes.dashboard.(route|\$slug.(route|index))\.tsx\?/ }

/**
 * The code that the application starts with, and code that several of its pages share. One file for
 * each set of pages would mean hundreds of tiny files. @type
 * {import('vite').Rolldown.CodeSplittingGroup[]}
 */
const shared = [
  first,
  home,
  { name: 'common', minShareCount: 4 },
  {
    name: 'shared',
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 256 * 1024,
  },
]

/** The file that holds what the portal shows. */
const portalPage = /main-portal-page\.tsx$/

/** @type {Partial<Record<Page, import('vite').Rolldown.CodeSplittingGroup[]>>} */
const groupsOf = { app: shared, portal: [first, { name: 'portal-page', test: portalPage }] }

/**
 * A page is loaded with its loader, whose requests know the schemas of the answers. By default the
 * application would start with the loaders of all pages.
 * @type {('loader' | 'component' | 'errorComponent' | 'notFoundComponent')[][]}
 */
const loadedTogether = [['loader', 'component'], ['errorComponent'], ['notFoundComponent']]

/** @param {Page} page @returns {import('vite').InlineConfig} */
export function pageConfig(page) {
  const router = tanstackRouter({
    disableLogging: true,
    target: 'react',
    autoCodeSplitting: true,
    codeSplittingOptions: { defaultBehavior: loadedTogether },
    routesDirectory: join(source, 'routes'),
    generatedRouteTree: join(source, 'route-tree.gen.ts'),
    tmpDir: join(root, '../../.cache/router'),
    quoteStyle: 'single',
  })
  return {
    root,
    configFile: false,
    publicDir: false,
    plugins: [page === 'app' ? router : null, react(), tailwindcss(), head(), addresses()],
    build: {
      target: ['chrome111', 'safari16.4', 'firefox114'],
      modulePreload: { polyfill: false },
      // A data: URL would need an exception in the content security policy.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: join(root, `${page}.html`),
        // The pages share one style sheet, so its name is fixed.
        output: {
          assetFileNames: ({ names }) => `assets/${assetName(names[0])}-[hash][extname]`,
          // By default a shared file is named after all pages that share it.
          chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          // Otherwise the order of shared files that import one another is not deterministic.
          strictExecutionOrder: page === 'app',
          codeSplitting: { groups: groupsOf[page] ?? [] },
        },
      },
      reportCompressedSize: false,
      // What pages load has limits in the browser tests, compressed as it is sent.
      chunkSizeWarningLimit: 1_000,
      emptyOutDir: false,
    },
    logLevel: 'warn',
  }
}

/** A classic script with a fixed name, because other sites refer to it. */
export function embedConfig() {
  return /** @satisfies {import('vite').InlineConfig} */ ({
    root,
    configFile: false,
    publicDir: false,
    build: {
      target: ['chrome111', 'safari16.4', 'firefox114'],
      modulePreload: false,
      rollupOptions: {
        input: join(source, 'features/embed/guildhall-embed.ts'),
        output: { format: 'iife', entryFileNames: embedScript },
      },
      reportCompressedSize: false,
      emptyOutDir: false,
    },
    logLevel: 'warn',
  })
}

/** @param {string | undefined} name */
function assetName(name = '') {
  return name.endsWith('.css') ? 'style' : '[name]'
}

/** In development, selects the page for a URL as the server does. */
function addresses() {
  return {
    name: 'guildhall-addresses',
    /** @param {import('vite').ViteDevServer} server */
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const isPage = (request.headers.accept ?? '').includes('text/html')
        if (isPage) request.url = `/${pageFor(request.url ?? '/')}.html`
        next()
      })
    },
  }
}

/** @param {string} address @returns {Page} */
function pageFor(address) {
  if (/^\/(sign-in|sign-up|forgot-password|reset-password|verify-email)\b/.test(address))
    return 'sign-in'
  if (/^\/dev\/embed-demo\b/.test(address)) return 'embed-demo'
  if (/^\/gallery\b/.test(address)) return galleryPage
  if (/^\/(portal|pay)\//.test(address)) return 'portal'
  return address.startsWith('/checkout/') ? 'checkout' : 'app'
}

/** Added to every page's head: the theme before the first paint, and what is loaded ahead. */
function head() {
  return {
    name: 'guildhall-head',
    transformIndexHtml: {
      order: /** @type {const} */ ('post'),
      /** @param {string} _html @param {import('vite').IndexHtmlTransformContext} context */
      handler(_html, context) {
        const font = Object.keys(context.bundle ?? {}).find((name) => /inter-latin-wght/.test(name))
        const preload = {
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${font}`,
            crossorigin: '',
          },
        }
        return [
          { tag: 'script', children: themeScript() },
          ...(font ? [preload] : []),
          ...modulePreloads(context.bundle ?? {}),
        ]
      },
    },
  }
}

/**
 * The portal's first code sends requests, then imports its page, which is loaded meanwhile.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function modulePreloads(bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => portalPage.test(id)))
  if (page === undefined) return []
  const first = chunks.find(({ isEntry }) => isEntry)?.fileName
  return [page.fileName, ...page.imports]
    .filter((name) => name !== first)
    .map((name) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: '', href: `/${name}` },
      // After the first code, which is needed before.
      injectTo: /** @type {const} */ ('head'),
    }))
}

function themeScript() {
  return readFileSync(join(source, 'lib/theme-before-paint.js'), 'utf8')
    .replace(/^\/\/.*$/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim()
}

/** `npx vite` in this folder serves the application against a server on its default port. */
export default {
  ...pageConfig('app'),
  server: {
    proxy: {
      '/api': 'http://localhost:3000',
      '/v1': 'http://localhost:3000',
      '/files': 'http://localhost:3000',
    },
  },
}
