let isFollowing = false

/**
 * Makes React survive browser translation. A browser's translator removes the text nodes that React created: it moves
 * them into its own elements (`<font>`) or replaces them with such elements. React keeps using its nodes: removing one
 * throws, and a new text, such as an amount, never appears. This patches the page's nodes to follow a moved text, so
 * that components need no special code.
 */
export function followTranslatedTexts(): void {
  if (isFollowing) return
  isFollowing = true
  const { removeChild, insertBefore } = Node.prototype
  const translations = new WeakMap<Node, Node>()
  const observer = new MutationObserver(learn)
  observer.observe(document, { childList: true, subtree: true })

  function learn(changes: readonly MutationRecord[]): void {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes)
      for (const removed of removedNodes) {
        if (!(removed instanceof Text)) continue
        const elements = [...addedNodes, previousSibling, nextSibling]
        const translation = elements.find((node) => node?.nodeName === 'FONT')
        if (translation) translations.set(removed, translation)
      }
  }

  /** Returns the child of `parent` that replaces a node, or null if there is none. */
  function standIn(parent: Node, node: Node): Node | null {
    learn(observer.takeRecords())
    for (const start of [node, translations.get(node)])
      for (let place: Node | null = start ?? null; place !== null; place = place.parentNode)
        if (place.parentNode === parent) return place
    return null
  }

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    const place = standIn(this, child)
    if (place) removeChild.call(this, place)
    return child
  }

  Node.prototype.insertBefore = function <T extends Node>(child: T, before: Node | null): T {
    const place = before === null || before.parentNode === this ? before : standIn(this, before)
    return insertBefore.call(this, child, place) as T
  }

  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    enumerable: true,
    get(this: Text) {
      return this.data
    },
    set(this: Text, text: string | null) {
      this.data = text ?? ''
      learn(observer.takeRecords())
      const translation = translations.get(this)
      // The translator then sees a text that it has not translated yet.
      if (!this.isConnected && translation?.parentNode) translation.parentNode.replaceChild(this, translation)
    },
  })
}
