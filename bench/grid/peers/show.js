// Shows the grid that the address names: `?peer=glide` or `?peer=ag`.

const GRIDS = { ag: () => import('./ag.js'), glide: () => import('./glide.jsx') };

await GRIDS[new URLSearchParams(location.search).get('peer')]();
