"""What is behind each door of the menu, one folder a page, and nobody else's business."""
