globalThis.isEmptyApp = true;
