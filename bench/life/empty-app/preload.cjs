// An empty app's preload has nothing to do.
