// Plain JavaScript, loaded before everything else with --import: an older Node cannot even read our TypeScript.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  const remedy =
    process.platform === 'linux'
      ? 'Run npm ci, which installs one, or install it from nodejs.org.'
      : 'Install it from nodejs.org.'
  console.error(`Sesa needs Node.js 24 or newer, this is ${process.versions.node}. ${remedy}`)
  process.exit(1)
}
