# The dashboard alone, for a public demo or a class: see docs/running-for-a-class.md.
FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1

RUN useradd --create-home --uid 10001 dashboard
WORKDIR /home/dashboard/app

# Before the code, so that a change of code does not install everything again.
COPY requirements.txt constraints.txt ./
RUN pip install --no-cache-dir -r requirements.txt

COPY app.py ./
COPY .streamlit .streamlit
COPY data data
COPY hetdp_core hetdp_core
COPY pages pages
COPY docs/beyond-the-papers.md docs/

# plotly.js is put there once, from pages/shared/figure/plotly.
COPY --chown=dashboard static static

USER dashboard
EXPOSE 8501

HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]

CMD ["python", "-m", "streamlit", "run", "app.py", \
     "--server.address=0.0.0.0", "--server.port=8501", "--server.headless=true", \
     "--logger.hideWelcomeMessage=true"]
