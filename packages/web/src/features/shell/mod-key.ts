/** What the key of shortcuts is called on this keyboard. */
export const modKey = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'
